/** What came in a request's body, not yet validated. */
export interface RawBody {
  fields: unknown;
  file: Buffer | undefined;
}
