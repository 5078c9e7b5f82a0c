import { html } from 'hono/html';
import { type BillingDetails, billingLimits, type TypedDetails } from '../../shop/billing/billing-details.ts';
import { countries } from '../../shop/billing/countries.ts';
import { choice, field, textArea } from '../controls.ts';
import type { Page } from '../page.ts';
import { type FormProblem, notice, problemSummary } from '../pieces.ts';

export type BillingView = {
  readonly typed: TypedDetails;
  readonly faults: readonly (keyof BillingDetails)[];
  readonly wasSaved: boolean;
};

const messages: Readonly<Record<keyof BillingDetails, string>> = {
  name: `Enter a company or name of at most ${billingLimits.name} characters, all in one line.`,
  address: `Enter an address of at most ${billingLimits.addressLines} lines with ${billingLimits.addressLine} characters each.`,
  country: 'Choose a country from the list.',
  vatId: 'Enter a VAT ID of 4 to 20 letters and digits, such as DE123456789.',
  reference: `Enter a reference of at most ${billingLimits.reference} characters, all in one line.`,
};

/** The form of the details that are printed on an account's invoices. */
export function billingPage({ typed, faults, wasSaved }: BillingView): Page {
  const problems = faults.map((fault): FormProblem => ({ param: fault, message: messages[fault] }));
  const body = html`<div class="narrow"><h1>Billing details</h1>
${wasSaved ? notice('good', 'Saved.') : ''}${problemSummary(problems)}
<p>Your invoices show these details. All of them are optional. They apply to invoices from now on: an invoice that was issued does not change.</p>
<form method="post" action="/billing">
${field({ name: 'name', label: 'Company or name', value: typed.name, lengthMax: billingLimits.name, autocomplete: 'organization', problems })}
${textArea({ name: 'address', label: 'Address', hint: 'Street, postal code and city, without the country', value: typed.address, rows: billingLimits.addressLines, attributes: html` autocomplete="street-address"`, problems })}
${choice({ name: 'country', label: 'Country', value: typed.country, choices: [['', 'Not given'], ...countries], problems })}
${field({ name: 'vatId', label: 'VAT ID', value: typed.vatId, lengthMax: 40, autocomplete: 'off', problems })}
${field({ name: 'reference', label: 'Cost centre or PO number', value: typed.reference, lengthMax: billingLimits.reference, autocomplete: 'off', problems })}
<div class="actions"><button class="primary" type="submit">Save details</button> <a class="button quiet" href="/packs">Cancel</a></div></form></div>`;
  return { title: 'Billing details', section: '/packs', body, status: problems.length === 0 ? 200 : 400 };
}
