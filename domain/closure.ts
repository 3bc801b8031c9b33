import * as v from "valibot";

import { isCalendarDate } from "./calendar-date.ts";

const dateSchema = v.pipe(v.string(), v.check(isCalendarDate));

/** Days on which we are closed though it is no holiday, the last one included, and why: "Summer break". */
export const closureSchema = v.object({ from: dateSchema, to: dateSchema, reason: v.string() });

export type Closure = Readonly<v.InferOutput<typeof closureSchema>>;
