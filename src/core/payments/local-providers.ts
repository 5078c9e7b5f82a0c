import type { PaymentProvider } from './payment-provider.ts';

/** The buyer pays as the operator says, and the operator reports it. */
export const manualPayments: PaymentProvider = {
  name: 'manual',
  checkoutOrigin: undefined,
  begin: () => Promise.resolve({ kind: 'awaits_payment' }),
  remote: undefined,
};

/** Pretends that everything is paid at once. Only for a demo. */
export const demoPayments: PaymentProvider = {
  name: 'demo',
  checkoutOrigin: undefined,
  begin: () => Promise.resolve({ kind: 'paid' }),
  remote: undefined,
};
