import { CircleAlert } from "lucide-react";

import type { Notice } from "#domain/notice.ts";

const colours = {
  danger: { box: "border-danger bg-danger-soft", text: "text-danger" },
  warn: { box: "border-warn bg-warn-soft", text: "text-warn" },
} as const;

/** Tells staff what is wrong with the installation. */
export function InstallationNotices({ notices }: { readonly notices: readonly Notice[] }) {
  return notices.map(({ id, severity, title, words }) => (
    <p
      key={id}
      className={`${colours[severity].box} mb-3 flex gap-3 rounded-sm border-l-4 px-4 py-2.5 wrap-anywhere`}
    >
      <CircleAlert aria-hidden className={`${colours[severity].text} mt-0.5 size-5 shrink-0`} />
      <span className="min-w-0">
        <strong className={`${colours[severity].text} block font-semibold`}>{title}</strong>
        <span className="text-sm">{words}</span>
      </span>
    </p>
  ));
}
