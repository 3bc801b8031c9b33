import type * as v from "valibot";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * A call of the desk: the server registers its route by it, and the desk sends it. The schema of its body stays apart, so
 * that the desk's scripts load no schema.
 */
export interface Call<Sent, Response extends object> {
  readonly method: Method;
  readonly path: string;
  /** Whether each new call needs an Idempotency-Key: what it enters stays when it is entered twice. */
  readonly needsKey: boolean;
  /** Of a response that is no refusal. */
  readonly status: 200 | 201;
  /** Absent, it only carries the types: the body, or the query of a GET or DELETE, and the response. */
  readonly types?: (sent: Sent) => Response;
}

/** `Sent` is the type of the body, its schema's, or the query's. */
/* @__NO_SIDE_EFFECTS__ */
export function call<Sent, Response extends object = object>(
  method: Method,
  path: string,
  { needsKey = false, status = 200 }: Partial<Pick<Call<object, object>, "needsKey" | "status">> = {},
): Call<Sent extends v.GenericSchema ? v.InferInput<Sent> : Sent, Response> {
  return { method, path, needsKey, status };
}
