import { storageKeys } from '../../../browser/storage-keys.ts';
import { ForLearners } from './ForLearners.tsx';
import { Listing } from './Listing.tsx';

/** The listing for sponsors; an explanation for learners, who are not authorized to call it. */
export function ListingForRole() {
  return localStorage.getItem(storageKeys.role) === 'learner' ? <ForLearners /> : <Listing />;
}
