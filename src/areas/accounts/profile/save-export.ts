import { downloadExport, prepareExport } from '#contracts/privacy/privacy.ts';
import { call } from '../../../browser/api.ts';
import { saveFile } from '../../../browser/save-file.ts';

// Many documents over a slow line.
const timeoutMs = 600_000;

/** Downloads the data of the signed-in person as a zip. @throws ApiError, CallTimeoutError or NetworkError */
export async function saveExport(currentPassword: string | undefined, fileName: string): Promise<void> {
  const { ticket } = (await call(prepareExport, { body: { currentPassword } })).data;
  saveFile(await call(downloadExport, { query: { ticket } }, { timeoutMs }), fileName);
}
