'use strict';

// Signs in with a passkey, and adds one. Source: W3C WebAuthn, level 3.

const place = document.querySelector('[data-passkey]');
/** Aborts the autofill offer, because a browser handles one WebAuthn request at a time. */
const offer = new AbortController();

if (place instanceof HTMLFormElement) {
  place.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(() => add(new FormData(place).get('name')));
  });
} else if (place instanceof HTMLElement) {
  place.addEventListener('click', () => void attempt(signIn));
  if ('autofill' in place.dataset) void offerAmongFillIns();
}

async function attempt(act) {
  if (place.dataset.busy !== undefined) return;
  place.dataset.busy = '';
  say('');
  try {
    if (!('credentials' in navigator) || !('PublicKeyCredential' in window))
      throw new Error('Your browser has no passkeys.');
    offer.abort();
    await act();
  } catch (error) {
    say(wordingOf(error));
  } finally {
    delete place.dataset.busy;
  }
}

/** The user did not request this offer: a failed offer is silent, and only a chosen passkey's result is shown. */
async function offerAmongFillIns() {
  const canOffer = await window.PublicKeyCredential?.isConditionalMediationAvailable?.();
  if (!canOffer) return;
  const { signal } = offer;
  const credential = await askFor({ mediation: 'conditional', signal }).catch(() => null);
  if (credential !== null && !signal.aborted) await attempt(() => signInWith(credential));
}

async function signIn() {
  await signInWith(await askFor({}));
}

async function askFor(how) {
  const { options } = await call('sign-in/passkey/options', {});
  return navigator.credentials.get({ ...how, publicKey: requestFrom(options) });
}

async function signInWith(credential) {
  const { to } = await call('sign-in/passkey', { response: jsonOf(credential), next: place.dataset.next });
  follow(to);
}

async function add(name) {
  const { options } = await call('security/passkeys/options', {});
  const credential = await navigator.credentials.create({ publicKey: creationFrom(options) });
  const { to } = await call('security/passkeys', { name, response: jsonOf(credential) });
  follow(to);
}

/** Opens a path of the service. */
function follow(path) {
  location.assign(base + path.slice(1));
}

async function call(path, body) {
  const reply = await fetch(base + path, {
    method: 'POST',
    // A redirect requires a fresh sign-in, which needs a page.
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  });
  if (reply.type === 'opaqueredirect') {
    follow(`/sign-in/again?next=${encodeURIComponent(location.pathname.replace(base, '/'))}`);
    throw new Error('Sign in again to continue.');
  }
  const said = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Error(said.message ?? 'The request failed. Try again.');
  return said;
}

function wordingOf(error) {
  if (!(error instanceof DOMException))
    return error instanceof Error ? error.message : 'The request failed. Try again.';
  if (error.name === 'NotAllowedError') return 'No passkey was chosen in time. Try again.';
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (error.name === 'AbortError') return '';
  return 'Your browser cannot use a passkey here.';
}

function say(text) {
  document.querySelector('[data-passkey-said]').textContent = text;
}

// For older browsers: converts JSON to WebAuthn's inputs, and back.

function creationFrom(options) {
  if (PublicKeyCredential.parseCreationOptionsFromJSON)
    return PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map(withBytes),
  };
}

function requestFrom(options) {
  if (PublicKeyCredential.parseRequestOptionsFromJSON) return PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: (options.allowCredentials ?? []).map(withBytes),
  };
}

function jsonOf(credential) {
  if (credential.toJSON) return credential.toJSON();
  const { id, rawId, response, type, authenticatorAttachment } = credential;
  const parts = {};
  for (const name of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
    if (response[name] instanceof ArrayBuffer) parts[name] = base64Url(response[name]);
  }
  if (response.getTransports) parts.transports = response.getTransports();
  return {
    id,
    rawId: base64Url(rawId),
    response: parts,
    type,
    authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

function withBytes(descriptor) {
  return { ...descriptor, id: bytesOf(descriptor.id) };
}

function bytesOf(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function base64Url(buffer) {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
