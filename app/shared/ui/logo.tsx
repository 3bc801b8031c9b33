import { business } from "#domain/business.ts";

import { Kea } from "./kea.tsx";

export function Logo() {
  return (
    <span className="font-sign flex items-center gap-2 text-3xl leading-none font-bold tracking-tight">
      <Kea className="size-8 shrink-0 min-[22rem]:size-9" />
      {business.name}
    </span>
  );
}
