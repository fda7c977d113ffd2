-- purge of webhooks
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- Deletes what has expired, once an hour, and nothing else does. Of refresh tokens, the one that the newest replaced stays,
-- which a client may still have. Links of e-mails go with the time of sending: a link without its token but with the time has
-- been used (prove_address). Auth's tables are its own: where one is missing, differs or may not be changed, the others are
-- purged all the same.
create or replace function private.purge_expired() returns void
language plpgsql security definer set search_path = '' as $$
declare
  purge text;
begin
  foreach purge in array array[
    $purge$ delete from auth.refresh_tokens as old where old.revoked and old.updated_at < now() - interval '7 days'
      and not exists (select from auth.refresh_tokens as next where next.parent = old.token and next.revoked is not true) $purge$,
    $purge$ delete from auth.audit_log_entries where created_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from auth.mfa_challenges where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.flow_state where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.one_time_tokens where created_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set confirmation_token = '' where confirmation_token <> '' and confirmation_sent_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set recovery_token = '', recovery_sent_at = null where recovery_token <> '' and recovery_sent_at < now() - interval '2 days' $purge$,
    $purge$ delete from private.sent_mails where sent_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.missed_search_reports where reported_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.event_quotas where counted_at < now() - interval '1 hour' $purge$,
    $purge$ delete from public.daily_counts
      where kind in ('searched', 'not_found', 'search_chosen') and key <> '' and day < private.day_in_india(now() - private.stored_for('searches')) $purge$,
    $purge$ delete from private.sent_leads where sent_at < now() - interval '1 hour' $purge$,
    $purge$ delete from private.sent_samples where sent_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.shared_baskets where created_at < now() - interval '60 days' $purge$,
    $purge$ delete from private.released_images where released_at < now() - interval '1 day' $purge$,
    $purge$ delete from public.deleted_records where deleted_at <= now() - interval '30 days' $purge$,
    $purge$ delete from public.quotations where erase_on <= private.day_in_india(now()) $purge$,
    $purge$ select private.drop_contacts(array_agg(id), array_agg(company_id)) from public.contacts where erased_at is not null $purge$,
    $purge$ delete from public.record_history where changed_at <= now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.imports where created_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.missed_searches where searched_at < now() - private.stored_for('searches') $purge$,
    $purge$ delete from public.missed_searches
      where words in (select words from public.missed_searches order by searches desc, searched_at desc offset 500) $purge$,
    $purge$ delete from public.access_log where at < now() - private.stored_for('access_log') $purge$,
    $purge$ delete from public.privacy_requests where closed_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from private.webhook_deliveries where queued_at < now() - case state when 'sent' then interval '7 days' else interval '30 days' end $purge$,
    $purge$ delete from public.outbox where kind = 'data_link' and created_at < now() - interval '3 days' $purge$,
    $purge$ with expired as (
        update public.lead_replies set files = null where files is not null and created_at < now() - interval '7 days' returning event_number
      )
      update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
      where kind = 'reply' and state = 'queued' and event_number in (select event_number from expired) $purge$,
    $purge$ select private.drop_code_counters() $purge$,
    $purge$ select private.erase_due_leads() $purge$,
    $purge$ update public.retention set last_run_at = now() where kind <> 'mail_files' $purge$
  ] loop
    begin
      execute purge;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
end
$$;
-- Written until here.
