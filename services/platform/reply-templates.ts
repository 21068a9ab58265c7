import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** What a template of a reply can name. */
export const replyPlaceholders = ['name', 'course', 'amount', 'reference', 'operator', 'brand'] as const;
export type ReplyPlaceholder = (typeof replyPlaceholders)[number];

const placeholder = /\{([^{}]*)\}/g;

/** A reply to a person that operators start from. `{name}` and the other placeholders are filled in. */
const TemplateSchema = z.strictObject({
  id: z.string().regex(/^[a-z\d-]{1,40}$/),
  title: z.string().trim().min(1).max(80),
  subject: template(120),
  text: template(4_000),
});
export type ReplyTemplate = z.output<typeof TemplateSchema>;

function template(maxChars: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxChars)
    .refine(
      (text) => [...text.matchAll(placeholder)].every(([, name]) => isPlaceholder(name)),
      `may name only ${replyPlaceholders.map((name) => `{${name}}`).join(', ')}`,
    );
}

const isPlaceholder = (name: string | undefined): name is ReplyPlaceholder =>
  replyPlaceholders.some((known) => known === name);

/** The templates of an installation without a file. */
const defaultTemplates: readonly ReplyTemplate[] = [
  {
    id: 'we-are-looking',
    title: 'We are looking into it',
    subject: 'We are looking into it: {course}',
    text: 'Hello {name},\n\nthank you for your patience. We are looking into {course} and write again as soon as we know more.\n\n{operator}, {brand}',
  },
  {
    id: 'payment-received',
    title: 'The payment has arrived',
    subject: 'Your payment of {amount} has arrived',
    text: 'Hello {name},\n\nyour payment of {amount} for {course} has arrived (reference {reference}). We buy the course now and write when it is handed over.\n\n{operator}, {brand}',
  },
  {
    id: 'refund-takes-time',
    title: 'A refund takes some days',
    subject: 'Your refund of {amount}',
    text: 'Hello {name},\n\nthe refund of your payment of {amount} for {course} (reference {reference}) is on its way. Banks take up to ten working days to show it.\n\n{operator}, {brand}',
  },
  {
    id: 'please-reply',
    title: 'We need an answer',
    subject: 'We need an answer from you',
    text: 'Hello {name},\n\nwe have a question before we can go on:\n\n\n\nPlease reply to this mail.\n\n{operator}, {brand}',
  },
];

/** The setting `OPERATORS_REPLY_TEMPLATES`: the path of a JSON file with an array of templates; without it the default ones. */
export const replyTemplates = z
  .string()
  .optional()
  .transform((path, context): readonly ReplyTemplate[] => {
    if (path === undefined) return defaultTemplates;
    const message = 'must be the path of a JSON file with templates of replies';
    try {
      const parsed = z
        .array(TemplateSchema)
        .min(1)
        .max(50)
        .safeParse(JSON.parse(readFileSync(path, 'utf8')));
      if (parsed.success) return parsed.data;
      const [problem] = parsed.error.issues;
      context.addIssue(`${message}: ${problem?.path.join('.')} ${problem?.message}`);
    } catch (error) {
      context.addIssue(`${message}: ${error instanceof Error ? error.message : String(error)}`);
    }
    return z.NEVER;
  });

/** Returns a template with its placeholders filled in; undefined when one of them has no value here. */
export function fillTemplate(
  { subject, text, ...rest }: ReplyTemplate,
  values: Readonly<Record<ReplyPlaceholder, string | null>>,
): ReplyTemplate | undefined {
  const named = [...`${subject}${text}`.matchAll(placeholder)].map(([, name]) => name as ReplyPlaceholder);
  if (named.some((name) => values[name] === null)) return undefined;
  const fill = (given: string) =>
    given.replace(placeholder, (_, name: ReplyPlaceholder) => values[name] ?? '');
  return { ...rest, subject: fill(subject), text: fill(text) };
}
