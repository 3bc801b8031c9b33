/** Inserts the content of a `<template>` after it; returns its first element. */
export function insertTemplate(id: string): HTMLElement | null {
  const template = document.querySelector<HTMLTemplateElement>(`template#${id}`);
  template?.after(template.content.cloneNode(true));
  const inserted = template?.nextElementSibling;
  return inserted instanceof HTMLElement ? inserted : null;
}
