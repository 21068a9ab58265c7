import type { Endpoint, ResponseBody, Sent } from '#contracts/endpoint.ts';

/** An answer of the API: its status, its body as parsed JSON (or bytes), and its headers. */
export interface ApiResponse<B> {
  status: number;
  body: B & { message: string; errors?: Record<string, string> };
  headers: Headers;
}

/** Calls the API by contract, as the browser does, but returns every status instead of throwing. */
export async function callApi<E extends Endpoint>(
  url: string,
  contract: E,
  sent: Partial<Sent<E>> = {},
  token?: string,
): Promise<ApiResponse<ResponseBody<E>>> {
  const {
    params = {},
    query = {},
    body,
    file,
  } = sent as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: Record<string, unknown>;
    file?: Blob;
  };
  const path = contract.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const response = await fetch(`${url}/api${path}?${search}`, {
    method: contract.method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && !contract.file && { 'Content-Type': 'application/json' }),
    },
    ...((body || file) && {
      body: contract.file ? multipart(contract.file.field, body, file) : JSON.stringify(body),
    }),
  });
  const isJson = response.headers.get('content-type')?.includes('json');
  const parsed = isJson ? await response.json() : await response.blob();
  return {
    status: response.status,
    body: parsed as ApiResponse<ResponseBody<E>>['body'],
    headers: response.headers,
  };
}

function multipart(field: string, body: Record<string, unknown> = {}, file?: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  if (file) form.append(field, file, 'picture.png');
  return form;
}
