import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** The one cache of server answers; islands are separate React roots and pass it to `useQuery`. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays a refusal; only a lost answer is worth one more try.
      retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 500),
      staleTime: 10_000,
      networkMode: 'always',
    },
  },
});
