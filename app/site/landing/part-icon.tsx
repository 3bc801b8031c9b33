import { Cable, Cog, type LucideIcon } from "lucide-react";

// Parts that lucide has no icon for, drawn on its grid of 24.
const drawn = {
  engine:
    "M7 3h10v7H7zM7 5.500h10M7 7.500h10M12 8.500v2M10.5 10l-2 7M13.5 10l2 7M12 16a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M4 2v10M20 2v10",
  spark:
    "M10 2h4M10.5 2v4h3V2M8 6h8v3l-1 1.500v3H9v-3L8 9zM10 13.500v4h4v-4M12 17.500V20M9.5 20v2H13M9 11.500h6",
  axle: "M1.5 6.5h3v11h-3zM4.5 8l5.5 2v4l-5.5 2M22.5 6.5h-3v11h3zM19.5 8L14 10v4l5.5 2M10 10.5h4M10 13.5h4M6.5 8.7v6.6M17.5 8.7v6.6",
  shock:
    "M8 2.500a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3M16 18.500a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3M8.600 5.400l1 2.600M14.400 16l1 2.600M6.5 9l6-2.500M8 12l6-2.500M9.5 15l6-2.500M11 18l6-2.500M6.5 9L14 9.500M8 12l7.5.5M9.5 15l7.5.5",
  handlebar: "M2 6l3.5-1 4 4h5l4-4L22 6M2 6v3M22 6v3M9.5 9v3h5V9M12 12v9M9 21h6M10 15h4",
  disc: "M12 3a9 9 0 1 0 9 9M12 8a4 4 0 1 0 4 4M12 11a1 1 0 1 0 .1 0M13 3h5a3 3 0 0 1 3 3v4h-4.500a4 4 0 0 0-3.5-3.500zM6 12v.01M7.800 16.200v.01M12 18v.01M7.800 7.800v.01M16.200 16.200v.01",
  fuel: "M8 3h8v4H8zM10 3V1.500M9 7v3h6V7M6 10h12v4l-2 2H8l-2-2zM9.5 16v3a2.5 2.5 0 0 0 5 0v-3M3 12h3M18 12h3M12 12v1.5",
  radiator: "M4 5h16v13H4zM4 8h16M4 15h16M8 8v7M12 8v7M16 8v7M7 5V2.500h3V5M17 18v3.500h3",
  wheel:
    "M12 2.500a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19M12 6.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M12 10.500a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3M12 6.500v2M17.5 12h-2M12 17.500v-2M6.5 12h2M4 7l2.5 1.500M20 7l-2.5 1.500M4 17l2.5-1.500M20 17l-2.5-1.5",
  guard:
    "M2 18C3 9 9 5 14 5c4 0 7 2 8 5l-3 1c-1-1.5-3-2.5-5-2.5-5 0-8 4-8.5 9.500zM9 21a5 5 0 0 1 10 0M14 8.500V5",
  rack: "M2 9h20M2 13h20M2 9v4M22 9v4M7 9v4M12 9v4M17 9v4M6 13l2 7M18 13l-2 7M8 20h8",
  gauge: "M4 18a9 9 0 1 1 16 0zM12 14l4-5M6.5 13h.01M8 9h.01M12 7h.01M17.5 13h.01M10 21h4",
  fork: "M5 3h14v4H5zM12 3V1M7.5 7v14M10.5 7v14M13.5 7v14M16.5 7v14M7.5 13h3M13.5 13h3M7.5 21h9M9 17.5h6",
  sprocket:
    "M12 5.500a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M12 9.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M12 2.500v3M12 18.500v3M2.5 12h3M18.5 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M5.300 18.700l2.100-2.100M16.600 7.400l2.100-2.100",
  frame:
    "M18 4l2 4M19 6L8 8 3 6M8 8l-1 8H4M19.5 7L15 15l-5 4-3-3M8 8l7 7M4 14.500a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3M17 3l2-1",
  tank: "M3 10c2-5 8-6 12-4 3 1.5 5 4 7 4l-2 4c-6-1-11-1-15 2-2-1-3-4-2-6zM10 5.500V3.500h4v2M4 19c4-2 9-3 15-2",
  fairing: "M2.5 13c2-6 7-9 12-9.5l3 4.5 4.5 5.5-5.5 1.5-2 5.5-4.5-4zM14.5 3.5L13 10l4.5 5M6 12.5l5-2.5",
  exhaust:
    "M2 6h4c3 0 3 8 6 8h2M2 9h2.500c2.5 0 3 8 7 8h2.500M14 12h7l1 1.500v4L21 19h-7zM17 12v7M19.5 15.500h.01",
  lamp: "M14 4C8 4 3 7.5 3 12s5 8 11 8c2-4.5 2-11.5 0-16zM17.5 7.5l4-2M18 12h4M17.5 16.5l4 2M10 8.5c-2 .5-3.5 1.800-3.5 3.5",
  swingarm: "M2 5h4v14H2zM6 7l12 2.5M6 17l12-2.5M9 8v8M18 8.5h3.5v7H18zM6 10l3-1M6 14l3 1M12 9.5v5",
  winch: "M3 6h18M3 16h18M5 6v10M19 6v10M8 7v8M11 7v8M14 7v8M16 7v8M12 16v2M12 18a2 2 0 1 1-2 2",
  bullbar: "M3 19V9l3-4h12l3 4v10M3 12h18M7 12v7M17 12v7M9 5v7M15 5v7M3 19h4M17 19h4",
  towbar:
    "M1.5 11H10v4H1.5M10 11h7c2 0 3 1 3 3v1.5h-6M16 11V8.5M14.5 8.5h5M17 8.5a3 3 0 1 0-.1 0M4 11V7M4 15v5",
  bearing:
    "M12 2.500a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 4.200a1.300 1.300 0 1 0 .1 0M12 17.200a1.300 1.300 0 1 0 .1 0M5.5 10.700a1.300 1.300 0 1 0 .1 0M18.5 10.700a1.300 1.300 0 1 0 .1 0",
  starter:
    "M4 8h11v8H4zM15 10h3v4h-3M18 8.500h2v7h-2M20 10h1.500M20 14h1.500M8 8V4.500h7V8M10 4.500V3M13 4.500V3M7 16v3M12 16v3",
  recoil:
    "M11 3a8 8 0 1 0 0 16 8 8 0 0 0 0-16M11 7.500a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M11 14.500c4 2 7 3 9 3M20 15v5M22 15v5M20 17.500h2",
  arm: "M3 4l15 8L3 20M3 4v.01M7 6.200v11.600M18 9.500h3v5h-3zM3 2.500a1.5 1.5 0 1 0 .1 0M3 18.500a1.5 1.5 0 1 0 .1 0",
  nerf: "M2 7h4l2 4v5H2M22 7h-4l-2 4v5h6M8 12h8M8 14.500h8M12 12v2.5",
  clutch:
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 6.500V3M16.800 8.200l1.800-1.800M17.5 12H21M7.200 8.200L5.400 6.400M6.5 12H3M7.200 15.800l-1.800 1.800M12 17.500V21M16.800 15.800l1.800 1.800M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10M12 11a1 1 0 1 0 .1 0",
  valve: "M8 2.5h8M12 2.5V15M9 5.5h6l-6 2.5h6l-6 2.5h6M12 15c-.5 3-2.5 4.5-6 5.5h12c-3.5-1-5.5-2.5-6-5.5",
} as const;

const fromLucide = { cable: Cable, gears: Cog } as const satisfies Readonly<Record<string, LucideIcon>>;

export type PartIconName = keyof typeof drawn | keyof typeof fromLucide;

interface PartIconProps {
  readonly name: PartIconName;
  readonly className?: string;
}

/** The icon of a part or category. It is decorative: the name is next to it. */
export function PartIcon({ name, className = "" }: PartIconProps) {
  if (name === "cable" || name === "gears") {
    const Icon = fromLucide[name];
    return <Icon aria-hidden strokeWidth={1.5} className={className} />;
  }
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={`drawing stroke-[1.5] ${className}`}>
      <path d={drawn[name]} />
    </svg>
  );
}
