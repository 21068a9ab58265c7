/** How long a course takes, with the unit in the singular where it is one. */
export function durationInWords(course: { duration: number; durationUnit: string }): string {
  const { duration, durationUnit } = course;
  return `${duration} ${duration === 1 ? durationUnit.replace(/s$/, '') : durationUnit}`;
}
