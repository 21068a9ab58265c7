import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** The shared cache of API responses; islands are separate React roots and pass it to `useQuery`. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Retry once, but not after a 4xx response: it would be the same again.
      retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 500),
      staleTime: 10_000,
      networkMode: 'always',
    },
  },
});
