interface SelectBoxProps {
  readonly reference: string;
  readonly isSelected: boolean;
  /** `isRange` where Shift was held. */
  readonly onToggle: (isRange: boolean) => void;
}

/** Takes a record into what is changed together. */
export function SelectBox({ reference, isSelected, onToggle }: SelectBoxProps) {
  return (
    <label className="relative z-1 -my-3 -ml-3 inline-flex size-11 shrink-0 items-center justify-center lg:-ml-2 lg:size-9">
      <input
        type="checkbox"
        aria-label={`Select ${reference}`}
        className="accent-brand size-5"
        checked={isSelected}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}
