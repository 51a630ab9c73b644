/** Describes the schedule of a source. */
export function scheduleText(
  schedule: { readonly interval: string; readonly timezone: string | null } | null,
): string {
  if (schedule === null) return 'On request only';
  const { interval, timezone } = schedule;
  return timezone === null ? interval : `${interval} (${timezone})`;
}
