/** Returns a course's duration with its unit, in the singular for 1. */
export function durationInWords(course: { duration: number; durationUnit: string }): string {
  const { duration, durationUnit } = course;
  return `${duration} ${duration === 1 ? durationUnit.replace(/s$/, '') : durationUnit}`;
}
