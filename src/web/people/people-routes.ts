import type { PageRoute } from '../route.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import type { PeopleParts } from './people-parts.ts';
import { resetRoutes } from './reset-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { securityRoutes } from './security-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { signUpRoutes } from './sign-up-routes.ts';

export function peopleRoutes(parts: PeopleParts): readonly PageRoute[] {
  return [
    ...signUpRoutes(parts),
    ...signInRoutes(parts),
    ...resetRoutes(parts),
    ...securityRoutes(parts),
    ...secondFactorRoutes(parts),
    ...passkeyRoutes(parts),
  ];
}
