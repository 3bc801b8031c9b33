import type { Category } from "./catalogue/categories.ts";
import { PartCards } from "./part-cards.tsx";

interface CategoryCardsProps {
  readonly categories: readonly Category[];
  readonly make?: string;
  /** Says what lies on each shelf as well. */
  readonly detailed?: boolean;
}

/** The shelves of the store as links into the quote form. */
export function CategoryCards({ categories, detailed = false, ...rest }: CategoryCardsProps) {
  const cards = categories.map(({ title, icon, holds }) => ({
    part: title,
    icon,
    ...(detailed ? { text: holds } : {}),
  }));
  return <PartCards cards={cards} {...rest} />;
}
