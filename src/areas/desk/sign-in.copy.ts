/** Texts of the sign-in of operators. */
export const signInCopy = {
  title: 'Sign in to the desk',
  heading: 'Operators’ desk',
  lead: 'For members of staff. Learners and sponsors sign in on the usual page.',
  email: 'Email',
  password: 'Password',
  next: 'Continue',
  checking: 'Checking…',
  codeHint: 'Six digits of your app, or one of your recovery codes.',
  code: 'Code',
  newPassword: 'New password',
  newPasswordHint: 'At least 8 characters. It replaces your password, and signs every other device out.',
  changePassword: 'Change my password',
  signIn: 'Sign in',
  back: 'Use another account',
  failed: 'You could not be signed in. Please try again.',
} as const;
