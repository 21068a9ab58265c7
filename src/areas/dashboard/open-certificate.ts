import { type CertificateType, certificateFile, viewCertificate } from '#contracts/enrolments.ts';
import { ApiError, call } from '../../browser/api.ts';
import { toastError } from '../../browser/toast.ts';
import { enrolmentsCopy } from '../enrolments/enrolments.copy.ts';
import { openTab } from '../sponsorships/open-tab.ts';

const copy = enrolmentsCopy.view;
const keptMs = 60_000;

/**
 * Shows a certificate in a tab of its own. It comes by a call, because a tab cannot carry the token, and only as
 * one of three types, none of which can run anything.
 */
export async function openCertificate(enrolmentId: string): Promise<void> {
  const tab = openTab();
  try {
    const file = await call(viewCertificate, { params: { id: enrolmentId } });
    if (!certificateFile.types.includes(file.type as CertificateType)) throw new Error('Not a certificate');
    const address = URL.createObjectURL(file);
    if (tab.isBlocked) save(address);
    else tab.go(address);
    setTimeout(() => URL.revokeObjectURL(address), keptMs);
  } catch (error) {
    tab.close();
    toastError(error instanceof ApiError ? copy.refused : copy.failed);
  }
}

// Where no tab may be opened, the file can still be had.
function save(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = 'certificate';
  link.click();
}
