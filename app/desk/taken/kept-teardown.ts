import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";

import { deskCall, failureText } from "#app/desk/api/desk-call.ts";
import type { Taken } from "#app/desk/api/send-taken.ts";
import { keptItem, keepUser } from "#app/desk/session/kept-user.ts";
import { deskClient } from "#app/desk/state/desk-queries.ts";
import { stockCalls, type Teardown } from "#domain/stock/stock-calls.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { onTaken } from "./taken-queue.ts";

const othersMs = 30_000;

/** The usual parts of a machine and what is written down, kept on the phone for where there is no signal. */
export function useTeardown(user: CurrentUser, machine: number) {
  const queryKey = ["teardown", machine] as const;
  const kept = keptItem(user.id, `yard-${machine}`);
  const { data = null, error } = useQuery<Teardown>({
    queryKey,
    queryFn: async ({ signal }) => {
      const loaded = await deskCall(stockCalls.teardown, { machine: String(machine) }, { signal });
      kept.write(loaded);
      keepUser(user);
      return loaded;
    },
    initialData: () => kept.read() as Teardown | undefined,
    initialDataUpdatedAt: 0,
    // Others take the same machine apart. After a failure, the next thing that is sent tells.
    refetchInterval: ({ state }) => (state.error === null ? othersMs : false),
    refetchOnReconnect: true,
  });
  useEffect(
    () =>
      onTaken((taken) => {
        const before = kept.read() as Teardown | undefined;
        if (taken.machine !== machine || before === undefined) return;
        const after = withTaken(before, taken);
        kept.write(after);
        // A response that is older must not come after it.
        void deskClient.cancelQueries({ queryKey });
        deskClient.setQueryData<Teardown>(queryKey, after);
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the keys are made of these
    [machine, user.id],
  );
  return { data, problem: error === null ? null : failureText(error) };
}

function withTaken(teardown: Teardown, { id, part, photos }: Taken): Teardown {
  const known = teardown.parts.find((one) => one.id === id);
  const written = part ?? known;
  if (written === undefined) return teardown;
  const taken = { ...written, id, photos: photos ?? written.photos };
  const others = teardown.parts.filter((one) => one.id !== id);
  return { ...teardown, parts: [...others, taken].toSorted((one, other) => one.number - other.number) };
}
