import { pageHtml } from './page.ts';

/** Sign-in methods offered by the login page, besides the login link that the server prints. */
export interface OfferedLogins {
  readonly passwords: boolean;
  readonly oidc: boolean;
}

/** The login page. Its script also exchanges the code of the login link that the server prints. */
export function loginPage({ oidc, passwords }: OfferedLogins): string {
  return pageHtml({
    title: 'Sign in to Colophon',
    script: 'assets/login.js',
    main: `<section aria-live="polite">
<p id="status" hidden>Signing in…</p>
<p id="problem" class="problem" role="alert" hidden></p>
</section>
${oidc ? '<p><a id="sso" class="sso" href="sso">Single sign-on</a></p>' : ''}
${oidc && passwords ? '<p class="or">or with a password</p>' : ''}
${passwords ? PASSWORD_FORM : ''}
${TOKEN_FORM}
<noscript><p class="problem">Signing in needs JavaScript.</p></noscript>`,
  });
}

const TOKEN_FORM = `<details>
<summary>Other ways to sign in</summary>
<p>The person who started the server opens the login link that it printed; each link works once.</p>
<form id="token-form">
<label for="token">Access token, from <code>colophon token create</code></label>
<div class="row"><input id="token" autocomplete="off" spellcheck="false" required><button>Sign in</button></div>
</form>
</details>`;

const PASSWORD_FORM = `<form id="credentials">
<p><label for="username">User name</label><input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required></p>
<p><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required></p>
<p><button>Sign in</button></p>
</form>`;

/** The page of an invitation link: creates a user. */
export const SIGN_UP_PAGE = pageHtml({
  title: 'Sign up to Colophon',
  script: 'assets/sign-up.js',
  main: `<p class="lead">You have been invited. Create your account.</p>
<form id="sign-up">
<p><label for="fullName">Full name</label><input id="fullName" name="fullName" autocomplete="name" required></p>
<p><label for="email">Email</label><input id="email" name="email" type="email" autocomplete="username" required></p>
<p><label for="title">Title</label><input id="title" name="title" autocomplete="organization-title" required></p>
<p><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="new-password" required></p>
<p id="problem" class="problem" role="alert" hidden></p>
<p><button>Sign up</button></p>
</form>
<noscript><p class="problem">Signing up needs JavaScript.</p></noscript>`,
});

/** The page of a password reset link. */
export const RESET_PAGE = pageHtml({
  title: 'Choose a new password',
  script: 'assets/reset.js',
  main: `<p class="lead">Choose a new password.</p>
<form id="reset">
<p><label for="email">Email</label><input id="email" name="email" autocomplete="username" required></p>
<p><label for="password">New password</label><input id="password" name="password" type="password" autocomplete="new-password" required></p>
<p id="problem" class="problem" role="alert" hidden></p>
<p><button>Set password</button></p>
</form>
<noscript><p class="problem">This page needs JavaScript.</p></noscript>`,
});
