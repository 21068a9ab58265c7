/** Error messages for API calls without a response (specification section 8). */
export const apiCopy = {
  timedOut: 'Request timed out. Please try again.',
  noResponse: 'No response received from server. Please check your connection.',
  missingToken: 'Authentication token is missing. Please log in again.',
  offline: 'You are offline. Nothing is lost; please try again when you are connected.',
} as const;
