import { type ReactNode, useId, useState } from "react";

import {
  type AlertSettings,
  canNotify,
  chime,
  readAlertSettings,
  saveAlertSettings,
} from "#app/desk/live/alerts.ts";
import { pageMeta } from "#app/shared/document/page-meta.ts";

import { Box, Section } from "./section.tsx";

export const meta = () => pageMeta({ title: "Alerts", hidden: true });

export default function Alerts() {
  const [settings, setSettings] = useState(readAlertSettings);
  const [problem, setProblem] = useState<string | null>(null);
  const change = (next: Partial<AlertSettings>) => {
    const changed = { ...readAlertSettings(), ...next };
    saveAlertSettings(changed);
    setSettings(changed);
  };
  const switchNotifications = async (isOn: boolean) => {
    setProblem(null);
    change({ notifications: isOn });
    const refusal = isOn ? await refusalToNotify() : null;
    if (refusal === null) return;
    setProblem(refusal);
    change({ notifications: false });
  };
  const switchSound = (isOn: boolean) => {
    change({ sound: isOn });
    if (isOn) chime();
  };
  return (
    <Section
      title="Alerts"
      intro="How this browser tells you about a new quote request, message or vehicle while the desk is open in one of its tabs. Every browser has its own settings."
    >
      <Box>
        <div className="grid gap-4">
          <AlertSwitch
            label="Desktop notifications"
            isOn={settings.notifications}
            onSwitch={(isOn) => void switchNotifications(isOn)}
          >
            Shown while you are in another window or tab. They name the form and the reference, nothing else.
          </AlertSwitch>
          <p role="alert" className="text-danger font-semibold empty:hidden">
            {problem}
          </p>
          <AlertSwitch label="Sound" isOn={settings.sound} onSwitch={switchSound}>
            Two short beeps. Browsers allow sound only after you have clicked once.
          </AlertSwitch>
        </div>
      </Box>
    </Section>
  );
}

async function refusalToNotify(): Promise<string | null> {
  if (!canNotify()) return "This browser does not support desktop notifications.";
  if ((await Notification.requestPermission()) === "granted") return null;
  return "Notifications are blocked. Allow them for this site in the browser's settings, then try again.";
}

interface AlertSwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly children: ReactNode;
}

function AlertSwitch({ label, isOn, onSwitch, children }: AlertSwitchProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 wrap-anywhere">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        className="accent-brand my-[0.625rem] size-6"
        checked={isOn}
        onChange={(event) => onSwitch(event.target.checked)}
      />
      <label htmlFor={id} className="flex min-h-11 items-center text-lg font-semibold">
        {label}
      </label>
      <p id={`${id}-hint`} className="text-ink-muted col-span-2 max-w-[60ch] sm:col-span-1 sm:col-start-2">
        {children}
      </p>
    </div>
  );
}
