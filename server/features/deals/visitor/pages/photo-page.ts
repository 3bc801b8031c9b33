import { colours } from "#domain/colours.ts";
import {
  photosLeftWords,
  photosMost,
  photosPath,
  requestShots,
  shotNames,
  shots,
  vehicleShots,
} from "#domain/deals/photos.ts";
import type { DealPhotos } from "#server/features/deals/photos/deal-photos.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { Document } from "./document.ts";
import { contactPanel } from "./page-parts.ts";
import type { PageProblem } from "./page-view.ts";
import { staffWords, tickForm } from "./quote-sections.ts";

interface PhotoView extends DealPhotos {
  readonly reference: string;
  readonly path: string; // To the deal's page.
  /** Set if a photo was refused, or could not be taken out. */
  readonly problem: PageProblem | null;
  readonly done: "sent" | "removed" | null;
  readonly script: string | null;
}

/** Lets visitors send photos one by one. Its script (app/photos/) takes the forms over, so that nothing is lost without signal. */
export function photoPage(view: PhotoView): Document {
  const { reference, path, script, isOpen } = view;
  const content = html`<div class="deep"><div class="column"><p class="plate">${reference}</p>
<h1>${titleOf(view)}</h1>
<p class="lead">${isOpen ? html`${isComplete(view) ? "" : "Leave out what you can’t take. "}<span id="left" data-left="${String(view.left)}">${leftWords(view)}</span>` : "We need no more photos. Ring us if there is something you want to show us."}</p></div></div>
${notice(view)}
<div class="column body" id="photos" data-reference="${reference}">
${view.request === null || isComplete(view) ? "" : staffWords(view.request.words)}
<div class="shots">${shotSections(view)}</div>
<template id="removal">${removal(path, "")}</template>
<p class="progress" id="progress" role="status"></p>
<p class="links"><a href="${path}">Back to your page</a></p>${contactPanel(view)}</div>`;
  return { title: `Photos ${reference}`, content, style, script: isOpen ? script : null };
}

function titleOf(view: PhotoView): string {
  const { request, isVehicle, isOpen } = view;
  if (request === null || !isOpen) return isVehicle ? "Show us your machine" : "Show us the part";
  return isComplete(view) ? "Thank you, that is all we asked for" : "Photos wanted";
}

function isComplete({ request }: PhotoView): boolean {
  return request?.missing.length === 0;
}

function leftWords({ left }: PhotoView): string {
  return left === 0
    ? `You have sent ${photosMost} photos: that is all this page takes.`
    : photosLeftWords(left);
}

const doneWords = {
  sent: ["Received, thank you.", "Send the next one, or leave it at that."],
  removed: ["Taken out.", "We no longer have that photo."],
} as const;

function notice({ problem, done }: PhotoView): Markup | string {
  if (problem !== null)
    return html`<div class="column body notice"><div class="alert" role="alert"><h2>${problem.title}</h2><p>${problem.text}</p></div></div>`;
  if (done === null) return "";
  const [first, rest] = doneWords[done];
  return html`<div class="column body notice"><p class="note" role="status"><strong>${first}</strong> ${rest}</p></div>`;
}

interface PhotoShot {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly isWanted: boolean;
  readonly photos: DealPhotos["photos"]; // Oldest first.
}

function shotSections(view: PhotoView): Markup[] {
  const guided = guidedShots(view);
  const next = guided.find(({ isWanted }) => isWanted) ?? guided.find(({ photos }) => photos.length === 0);
  const all = [...guided, anotherShot(view, guided)];
  return all
    .filter(({ photos }) => view.isOpen || photos.length > 0)
    .map((shot) => shotSection(view, shot, shot === next));
}

/** Puts missing shots first. A visitor who is asked for one shot again is asked for nothing else. */
function guidedShots({ isVehicle, photos, request }: DealPhotos): PhotoShot[] {
  const { shots: asked = [], missing = [] } = request ?? {};
  const usual = Object.keys(isVehicle ? vehicleShots : requestShots);
  const isAskedAlone = asked.length === 1 && missing.length === 1;
  const shown = isAskedAlone ? missing : [...asked, ...usual];
  return shotNames
    .filter((name) => shown.includes(name))
    .map((name) => ({
      name,
      ...shots[name],
      isWanted: missing.includes(name),
      photos: photos.filter(({ shot }) => shot === name),
    }))
    .toSorted((a, b) => Number(b.isWanted) - Number(a.isWanted));
}

/** Shows the photos of no other shot. */
function anotherShot({ photos }: DealPhotos, others: readonly PhotoShot[]): PhotoShot {
  const left = photos.filter(({ shot }) => !others.some(({ name }) => name === shot));
  const words = { label: "Another photo", hint: "Anything else we should see" };
  return { name: "", ...words, isWanted: false, photos: left };
}

function shotSection({ path, left, isOpen }: PhotoView, shot: PhotoShot, isNext: boolean): Markup {
  const { name, label, hint, isWanted, photos } = shot;
  const id = `shot-${name || "another"}`;
  const forms = html`<div class="take">${photoForm(path, name, "camera")}<details><summary>Or choose one you have</summary>${photoForm(path, name, "files")}</details></div>`;
  return html`<section class="shot${isNext ? " next" : ""}" aria-labelledby="${id}" data-shot="${name}"${isWanted ? html` data-wanted` : ""}>
<div class="name"><h2 id="${id}">${label}</h2>${isWanted ? html`<span class="badge">Wanted</span>` : ""}</div>
<p class="muted">${hint}</p>
<ul class="sent">${photos.map((photo) => sentPhoto(path, photo))}</ul>
${isOpen && left > 0 ? forms : ""}
</section>`;
}

/** Visitors can take out photos that we have not looked at. */
function sentPhoto(path: string, { id, opened_at: openedAt }: DealPhotos["photos"][number]): Markup {
  return html`<li><img src="${path}/photo/${id}?w=320" alt="" loading="lazy"><span>Received</span>${openedAt === null ? removal(path, id) : html`<span class="muted">We have looked at it: ring us to have it taken out.</span>`}</li>`;
}

function removal(path: string, id: string): Markup {
  const words = { tick: "I don’t want you to have it", button: "Take this photo out" };
  const form = tickForm({ path }, { action: `${photosPath.slice(1)}/remove`, id, ...words });
  return html`<details><summary>Take it out</summary>${form}</details>`;
}

/** There are two forms, as a field that opens the camera offers no photo that was taken before. */
function photoForm(path: string, shot: string, from: "camera" | "files"): Markup {
  return html`<form class="block" method="post" enctype="multipart/form-data" action="${path}${photosPath}">
<input type="hidden" name="shot" value="${shot}"><label class="field">${from === "camera" ? "Take a photo" : "Choose a photo"}<input type="file" name="photo" accept="image/*"${from === "camera" ? html` capture="environment"` : ""} required></label>
<button>Send this photo</button></form>`;
}

const style = `.shots{display:grid;gap:1.25rem}
.shot{display:grid;gap:.6rem;align-content:start;border-top:1px solid var(--line-strong);padding-top:1rem}
.shot[data-wanted]{border-top:4px solid var(--brand)}
.name{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center}
.sent{display:flex;flex-wrap:wrap;gap:.75rem}.sent:empty{display:none}
.sent li{display:grid;gap:.35rem;width:9.5rem;font-size:.9375rem;align-content:start}
.sent img{width:100%;aspect-ratio:4/3;object-fit:cover;border-radius:4px;background:var(--line)}
.sent .alert{width:auto}.sent li:is(:has(.alert),:has([open])){width:100%}.sent li:is(:has(.alert),:has([open])) img{width:9.5rem}
.sent [open]{padding-bottom:1rem}
input[type=file]{font:inherit;font-weight:400;max-width:100%;min-height:2.75rem;padding:.4rem 0}
.pick{display:flex;flex-wrap:wrap;gap:.75rem}
.pick .button,.pick button{padding-inline:.75rem}.pick .button{position:relative;flex:1 1 9rem;max-width:20rem}.pick input{position:absolute;inset:0;opacity:0;width:100%;cursor:pointer}
.pick .button:focus-within{outline:3px solid var(--ink);outline-offset:2px}.pick .button:hover{background:var(--brand-soft)}
.next .pick .button:first-child{background:${colours.action};color:${colours.actionInk};border-color:${colours.action}}
.progress:empty{margin-top:-2.5rem}.progress{position:sticky;bottom:0;font-weight:600}
.progress:not(:empty){background:var(--surface-raised);border:1px solid var(--line-strong);border-left:4px solid var(--brand);border-radius:4px;padding:.75rem 1rem}
@media (min-width:48rem){.shots{grid-template-columns:1fr 1fr;gap:2rem 3rem}}
@media (min-width:75rem){.shots{grid-template-columns:repeat(3,1fr)}}
`.replaceAll("\n", "");
