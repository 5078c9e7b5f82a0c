import type { PaymentProvider } from './payment-provider.ts';

/** The buyer pays as the operator describes, and the operator reports the payment. */
export const manualPayments: PaymentProvider = {
  name: 'manual',
  checkoutOrigin: undefined,
  begin: () => Promise.resolve({ kind: 'awaits_payment' }),
  remote: undefined,
};

/** Demo mode: reports every order as paid immediately. No real payments. */
export const demoPayments: PaymentProvider = {
  name: 'demo',
  checkoutOrigin: undefined,
  begin: () => Promise.resolve({ kind: 'paid' }),
  remote: undefined,
};
