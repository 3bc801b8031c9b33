import type { Fields } from "./field.ts";

export const personFields = {
  full_name: {
    kind: "text",
    label: "Full name",
    required: true,
    maxLength: 120,
    autocomplete: "name",
    correctable: true,
    role: "person",
  },
  email: {
    kind: "email",
    label: "Email",
    required: true,
    maxLength: 254,
    autocomplete: "email",
    correctable: true,
    matches: "e-mail",
  },
  phone: {
    kind: "phone",
    label: "Phone",
    required: true,
    maxLength: 40,
    autocomplete: "tel",
    correctable: true,
    matches: "phone",
  },
} as const satisfies Fields;

export const machineFields = {
  make: {
    kind: "text",
    label: "Make",
    required: true,
    maxLength: 120,
    role: "machine",
    countedAs: "makes",
    suggests: "makes",
  },
  model: {
    kind: "text",
    label: "Model",
    required: true,
    maxLength: 120,
    role: "machine",
    suggests: "models",
  },
} as const satisfies Fields;
