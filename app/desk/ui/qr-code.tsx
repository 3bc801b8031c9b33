import { lazy } from "react";

interface QrCodeProps {
  /** The label for screen readers. */
  readonly label: string;
  readonly text: string;
}

const quietZone = 4;

/** Draws a text as a QR code, always black on white: cameras expect that. */
export const QrCode = lazy(async () => {
  const { generate } = await import("lean-qr");
  return {
    default({ label, text }: QrCodeProps) {
      const code = generate(text);
      const indexes = Array.from({ length: code.size }, (_, index) => index);
      const squares = indexes.flatMap((y) =>
        indexes.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`),
      );
      const size = code.size + 2 * quietZone;
      return (
        <svg
          viewBox={`${-quietZone} ${-quietZone} ${size} ${size}`}
          role="img"
          aria-label={label}
          shapeRendering="crispEdges"
          className="size-52"
        >
          <rect x={-quietZone} y={-quietZone} width={size} height={size} fill="white" />
          <path d={squares.join("")} fill="black" />
        </svg>
      );
    },
  };
});
