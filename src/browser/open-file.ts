import { ApiError } from './api.ts';
import { openTab } from './open-tab.ts';
import { saveFile } from './save-file.ts';
import { toastError } from './toast.ts';

const keptMs = 60_000;

interface FileToOpen {
  /** Media types that are shown: none that can run anything. */
  types: readonly string[];
  /** Its name where no tab may be opened, and it can only be saved. */
  name: string;
  /** What is said when the server refuses, and when nothing came. */
  refused: string;
  failed: string;
}

/** Shows a file in a tab of its own. It comes by a call, because a tab cannot carry the token. */
export async function openFile(fetchFile: () => Promise<Blob>, about: FileToOpen): Promise<void> {
  const tab = openTab();
  try {
    const file = await fetchFile();
    if (!about.types.includes(file.type)) throw new Error(`Unexpected ${file.type}`);
    if (tab.isBlocked) return saveFile(file, about.name);
    const address = URL.createObjectURL(file);
    tab.go(address);
    setTimeout(() => URL.revokeObjectURL(address), keptMs);
  } catch (error) {
    tab.close();
    toastError(error instanceof ApiError ? about.refused : about.failed);
  }
}
