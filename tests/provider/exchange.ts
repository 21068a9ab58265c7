/** One call of the client and the response to it. Bodies are parsed JSON; undefined where there is none. */
export interface Exchange {
  method: string;
  /** With its query, without the base address. */
  path: string;
  authorization: string | undefined;
  requestBody: unknown;
  status: number;
  responseBody: unknown;
}
