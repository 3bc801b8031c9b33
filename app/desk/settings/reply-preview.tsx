import { useUser } from "#app/desk/ui/use-user.ts";
import { business } from "#domain/business.ts";
import { fillReply, unknownPlaceholders } from "#domain/saved-reply.ts";

const example = {
  name: "Aroha",
  reference: "QK-7F3K9M-2PWD",
  machine: "2015 Honda TRX420FM",
  part: "front diff",
  business: business.name,
  phone: business.phone,
};

/** How the text will read, with a made-up record filled in. */
export function ReplyPreview({ body }: { readonly body: string }) {
  const { full_name: me } = useUser();
  const strangers = unknownPlaceholders(body);
  return (
    <div className="min-w-0">
      <h3 className="text-ink-muted mb-1 text-lg">How it reads</h3>
      {strangers.length > 0 && (
        <p role="status" className="text-warn mb-2 text-sm font-semibold wrap-anywhere">
          Not a placeholder: {strangers.map((name) => `{${name}}`).join(", ")}
        </p>
      )}
      <p className="border-line bg-surface-sunken rounded-sm border p-3 text-sm wrap-anywhere whitespace-pre-line">
        {fillReply(body, { ...example, me })}
      </p>
    </div>
  );
}
