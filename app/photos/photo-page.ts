import { photosLeftWords } from "#domain/deals/photos.ts";

import { photosIn } from "./photo-cards.ts";

/** Puts two buttons in place of a section's forms: one for the camera, one for older photos. */
export function replaceForms(section: HTMLElement, take: (files: readonly File[]) => void): void {
  const forms = section.querySelector(".take");
  if (forms === null) return;
  const buttons = document.createElement("div");
  buttons.className = "pick";
  buttons.append(
    fileButton("Take a photo", { capture: "environment" }, take),
    fileButton("Choose photos", { multiple: true }, take),
  );
  forms.replaceWith(buttons);
}

function fileButton(
  label: string,
  kind: { readonly capture?: string; readonly multiple?: boolean },
  take: (files: readonly File[]) => void,
): HTMLElement {
  const input = Object.assign(document.createElement("input"), { type: "file", accept: "image/*", ...kind });
  input.addEventListener("change", () => {
    take([...(input.files ?? [])]);
    input.value = ""; // Lets the same photo be chosen again.
  });
  const button = Object.assign(document.createElement("label"), { className: "button" });
  button.append(label, input);
  return button;
}

/** Moves the orange button to the first shot without a photo. */
export function markNext(): void {
  const sections = [...document.querySelectorAll("section[data-shot]")];
  const next = sections.find((section) => section.querySelector(".sent li") === null);
  for (const section of sections) section.classList.toggle("next", section === next);
}

export function unmarkWanted(section: Element | null): void {
  section?.removeAttribute("data-wanted");
  section?.querySelector(".badge")?.remove();
}

/** Says that one photo less can be sent. */
export function countDown(): void {
  const line = document.querySelector<HTMLElement>("#left");
  if (line === null) return;
  const left = Math.max(0, Number(line.dataset["left"]) - 1);
  line.dataset["left"] = String(left);
  line.textContent = photosLeftWords(left);
}

/** Writes the total at the foot of the page. Screen readers say it when it changes. */
export function showTotal(isLasting: boolean, hasAllWanted: boolean): void {
  const sent = photosIn("received").length;
  const waiting = photosIn("kept", "sending").length;
  const line = document.querySelector("#progress");
  const thanks = hasAllWanted ? "Thank you, that is all we asked for." : "Thank you.";
  const next = isLasting
    ? `You can close this page, but not a private window. Open it again where there is signal.${isIPhone() ? " Send within a week." : ""}`
    : "Keep this page open until it is sent.";
  const all = sent + waiting;
  const words = all === 0 ? "" : `${sent} of ${all} sent. ${waiting === 0 ? thanks : next}`;
  if (line !== null && line.textContent !== words) line.textContent = words;
}

/** Safari on iPhones clears a page's storage after seven days without a visit. */
function isIPhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}
