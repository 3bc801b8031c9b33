import { generate } from "lean-qr";

const quietZone = 4;

/** A text as a QR code. Black on white in light and dark: cameras expect it so. */
export default function QrCode({ text }: { readonly text: string }) {
  const code = generate(text);
  const places = Array.from({ length: code.size }, (_, place) => place);
  const squares = places.flatMap((y) =>
    places.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`),
  );
  const size = code.size + 2 * quietZone;
  return (
    <svg
      viewBox={`${-quietZone} ${-quietZone} ${size} ${size}`}
      role="img"
      aria-label="QR code for your authenticator app"
      shapeRendering="crispEdges"
      className="size-52"
    >
      <rect x={-quietZone} y={-quietZone} width={size} height={size} fill="white" />
      <path d={squares.join("")} fill="black" />
    </svg>
  );
}
