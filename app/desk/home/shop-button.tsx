import { useState } from "react";

import { deskSend } from "#app/desk/api/desk-call.ts";
import { reloadDesk } from "#app/desk/state/use-desk.ts";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import type { Proof } from "#domain/accounts.ts";
import { deskCalls } from "#domain/desk-wire.ts";

/** Makes the shop of a copy, once the old one has stopped. */
export function ShopButton() {
  const [isAsked, setIsAsked] = useState(false);
  const confirm = async (_password: string, proof: Proof) => {
    await deskSend(deskCalls.thisIsTheShop, proof);
    void reloadDesk();
  };
  return (
    <div className="mt-2">
      <ToolButton className="text-sm" onClick={() => setIsAsked(true)}>
        This is the shop now
      </ToolButton>
      {isAsked && (
        <ConfirmDialog
          title="Is this the shop now?"
          label="This is the shop now"
          asksPassword
          onConfirm={confirm}
          onClose={() => setIsAsked(false)}
        >
          <p>
            At once, this server sends the mails that wait, reads the mailbox and takes orders. If the old
            shop still runs, customers get two answers, and photos and mails go to the wrong one: stop it
            first.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
