/** Fields of an event that settlement, incidents and the desk's comparison use; none names a person. */
const storedFields = [
  'id',
  'reference',
  'transaction_reference',
  'refund_reference',
  'status',
  'amount',
  'refund_amount',
  'currency',
  'fees',
  'channel',
  'domain',
  'category',
  'resolution',
  'message_type',
  'paid_at',
  'created_at',
  'resolvedAt',
  'dueAt',
  'due_at',
];

const maxLength = 200;

/**
 * Returns the part of a webhook that is stored. The provider also sends the payer's e-mail address, name, card and network
 * address; what we need of a payment is read from the provider when it is settled.
 */
export function redactWebhook(event: string, data: object): { event: string; data: object } {
  const values = data as Record<string, unknown>;
  const { reference } = (values.transaction ?? {}) as { reference?: unknown };
  return {
    event,
    data: {
      ...pick(values, storedFields),
      ...(isShort(reference) && { transaction: { reference } }),
    },
  };
}

function pick(values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (isShort(values[name]) ? [[name, values[name]]] : [])));
}

const isShort = (value: unknown) =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= maxLength);
