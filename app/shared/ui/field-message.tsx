interface FieldMessageProps {
  readonly id: string;
  readonly message: string | undefined;
}

export function FieldMessage({ id, message }: FieldMessageProps) {
  if (message === undefined) return null;
  return (
    <p id={id} className="text-danger font-semibold">
      {message}
    </p>
  );
}
