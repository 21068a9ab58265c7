/** Returns the SQL of the next receipt number, for an insert or update through the entity. */
export const nextReceiptNumber = () => "nextval('receipt_numbers')";
