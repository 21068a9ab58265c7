import { limits } from '../limits.ts';

/** Genders and their labels (specification section 5). */
export const genders = { male: 'Male', female: 'Female', nb: 'Prefer not to say' } as const;
/** Roles available at sign-up and their labels (specification section 5). */
export const goals = {
  learner: 'I want to ask for help to fund course',
  sponsor: 'I want to sponsor a learner/group of learners',
} as const;

/** The profile picture upload of a sign-up. */
export const profilePictureFile = {
  field: 'profilePicture',
  maxBytes: limits.profilePictureBytes,
  types: ['image/png', 'image/jpeg', 'image/webp'],
  missing: 'Profile picture is required.',
  tooLarge: 'Please select an image less than 500KB.',
  wrongType: 'Please select a PNG, JPEG or WebP image.',
} as const;
