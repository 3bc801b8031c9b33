import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

import { type SocialImage, socialImages, socialImageSize } from "#app/shared/document/page-meta.ts";
import { Kea } from "#app/shared/ui/logo.tsx";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { colours } from "#domain/colours.ts";

const { deep, deepInk, deepLine, deepAccent: accent } = colours;

// What the drawings' classes mean on the pages.
const styles = `
  .drawing { fill: none; stroke: ${deepInk}; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round }
  .stroke-1 { stroke-width: 1 } .stroke-2 { stroke-width: 2 } .stroke-3 { stroke-width: 3 } .stroke-4 { stroke-width: 4 }
  .stroke-5 { stroke-width: 5 } .stroke-7 { stroke-width: 7 }
  .fill-ground { fill: ${deep} } .fill-current { fill: ${deepInk} } .stroke-none { stroke: none } .fill-none { fill: none }
  .text-scenery { stroke: ${deepLine} } .text-accent { stroke: ${accent} }
`;

const pictures: Readonly<Record<SocialImage, ReactNode>> = {
  home: <Drawing name="farm-quad" />,
  quads: <Drawing name="farm-quad" />,
  bikes: <Drawing name="dirt-bike" />,
  wreckers: <Drawing name="ute-with-quad" />,
  help: <Drawing name="parts-bench" />,
};

/** The preview of a shared link, as SVG: a line of text and a drawing. It names no firm: the server can’t redraw it. */
export function socialPicture(kind: SocialImage): string {
  const { width, height } = socialImageSize;
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${width} ${height}`} fontFamily="Barlow Condensed">
      <style>{styles}</style>
      <rect width={width} height={height} fill={deep} />
      <svg x="70" y="64" width="84" height="84">
        <Kea />
      </svg>
      {socialImages[kind].map((line, index) => (
        <text key={line} x="70" y={276 + index * 86} fontSize="80" fontWeight="700" fill={deepInk}>
          {line}
        </text>
      ))}
      <text x="70" y="572" fontSize="36" fontWeight="700" fill={accent}>
        Quad and motorcycle wreckers, New Zealand
      </text>
      <svg x="640" y="150" width="510" height="450">
        {pictures[kind]}
      </svg>
    </svg>,
  );
}
