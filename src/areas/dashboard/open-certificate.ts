import { certificateFile, viewCertificate } from '#contracts/enrolments/enrolments.ts';
import { call } from '../../browser/api.ts';
import { openFile } from '../../browser/open-tab.ts';
import { enrolmentsCopy } from '../enrolments/enrolments.copy.ts';

/** Opens the certificate of an enrolment in a new tab. */
export function openCertificate(enrolmentId: string): Promise<void> {
  return openFile(() => call(viewCertificate, { params: { id: enrolmentId } }), {
    types: certificateFile.types,
    name: 'certificate',
    ...enrolmentsCopy.view,
  });
}
