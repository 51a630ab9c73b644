import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { BASE_PATH } from './api/base-path.ts';
import { createQueryClient } from './api/query-client.ts';
import { goToSignIn, isSignedIn } from './api/session.ts';
import { prefetchSearch } from './features/search/prefetch-search.ts';
import './styles/tokens.css';
import './styles/base.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root.');
if (isSignedIn()) {
  const client = createQueryClient();
  if (['/', '/search'].includes(location.pathname.slice(BASE_PATH.length)))
    void prefetchSearch(client, new URLSearchParams(location.search)).catch(() => undefined);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
} else {
  goToSignIn();
}
