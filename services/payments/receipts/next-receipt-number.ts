/** SQL of the number that the next receipt gets, for an insert or update through the entity. */
export const nextReceiptNumber = () => "nextval('receipt_numbers')";
