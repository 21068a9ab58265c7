import { brand } from '../../../browser/brand.ts';

/** Texts of Google sign-in (specification sections 2, 5 and 8). */
export const googleCopy = {
  button: 'Continue with Google',
  busy: 'Waiting for Google…',
  or: 'or',
  orFillIn: 'or fill in the form',
  failed: 'Google Sign-In failed.',
  blocked: 'Your browser did not open Google’s window. Please allow it for this site, and try again.',
  settingsFailed: 'The button for Google did not load.',
  tryAgain: 'Google Sign-In failed. Please try again.',
  return: {
    title: 'Coming back from Google',
    description: 'The last step of signing in with Google.',
    heading: 'One moment',
    working: 'Signing you in…',
    done: 'Done. You can close this window.',
    back: 'Back to sign in',
  },
  complete: {
    title: 'Complete your profile',
    description: `The last step of joining ${brand.name} with Google.`,
    heading: 'Almost there',
    lead: 'Google has told us who you are. A few things are left, and you can change them later.',
    from: 'From your Google account',
    notYou: 'Not you?',
    other: 'Use another account',
    required: 'Please fill in all required fields',
    submit: 'Complete Registration',
    submitting: 'Completing Registration...',
    failed: 'Registration failed',
    done: 'Registration completed successfully!',
    back: 'Back to sign in; what you typed stays here',
  },
} as const;
