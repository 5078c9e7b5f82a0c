import { pass } from './kill-points.ts';

/**
 * Observes the statements of one connection on any database, and passes the kill points between them: between a charge
 * and its commit, and in a sweep.
 */
export class StatementWatch {
  #charges = false;
  #gaveBack = false;

  /** A statement ran in a transaction that is still open. */
  done(sql: string): void {
    this.#charges ||= hasCharge(sql);
    if (!givesBackLapsed(sql)) return;
    this.#gaveBack = true;
    pass('in a step of the sweep');
  }

  /** The commit is about to be sent. */
  beforeCommit(): void {
    if (this.#charges) pass('before the commit');
  }

  /** The commit was sent, and its outcome is unknown. */
  duringCommit(): void {
    if (this.#charges) pass('during the commit');
  }

  afterCommit(): void {
    const [charges, gaveBack] = [this.#charges, this.#gaveBack];
    this.forget();
    if (charges) pass('after the commit');
    if (gaveBack) pass('between steps of the sweep');
  }

  /** The transaction has ended with any outcome. */
  forget(): void {
    this.#charges = false;
    this.#gaveBack = false;
  }
}

export function hasCharge(sql: string): boolean {
  return /insert into usage \(/.test(sql);
}

function givesBackLapsed(sql: string): boolean {
  return sql.includes('delete from holds') && sql.includes('lease_until <');
}
