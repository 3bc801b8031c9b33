import { useState } from "react";

interface OpenForm<Tool> {
  /** Whose form is open; null for none. */
  readonly tool: Tool | null;
  /** The photo that the form asks for once more. */
  readonly shot: string | null;
  /** What was typed for a quote while the deal was loading. */
  readonly early: string;
}

/** Which form about a deal is open. */
export function useOpenForm<Tool extends string>() {
  const none: OpenForm<Tool> = { tool: null, shot: null, early: "" };
  const [form, setForm] = useState(none);
  return {
    ...form,
    open: (tool: Tool, shot: string | null = null) => setForm({ tool, shot, early: "" }),
    type: (early: string) => setForm({ ...form, early }),
    // Another form may have been opened since.
    close: () => setForm((shown) => (shown === form ? none : shown)),
  };
}
