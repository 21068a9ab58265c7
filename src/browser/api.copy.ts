/** Sentences for calls that got no answer. */
export const apiCopy = {
  timedOut: 'Request timed out. Please try again.',
  noResponse: 'No response received from server. Please check your connection.',
  offline: 'You are offline. Nothing is lost; please try again when you are connected.',
} as const;
