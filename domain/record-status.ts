/** In the order the desk offers them (specification section 4). */
export const recordStatuses = ["new", "in_progress", "completed", "cancelled"] as const;

export type RecordStatus = (typeof recordStatuses)[number];

export const initialStatus: RecordStatus = "new";

export const statusLabels: Readonly<Record<RecordStatus, string>> = {
  new: "New",
  in_progress: "In progress",
  completed: "Completed",
  cancelled: "Cancelled",
};

export function isRecordStatus(value: unknown): value is RecordStatus {
  return recordStatuses.some((status) => status === value);
}

export const openStatuses: readonly RecordStatus[] = ["new", "in_progress"];
