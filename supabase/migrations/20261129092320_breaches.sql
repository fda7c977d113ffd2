-- What administrators have written of a personal data breach is a row, which their colleagues see.
select set_config('lock_timeout', '5s', true);

create table public.breaches (
  id uuid primary key default '00000000-0000-4000-8000-000000000003'
    constraint breaches_id_only check (id = '00000000-0000-4000-8000-000000000003'),
  known_since timestamptz,
  since timestamptz,
  until timestamptz,
  tables text[] not null default '{leads}'
    constraint breaches_tables_known check (tables <@ '{leads,accounts,quotations,outbox,access_log}'),
  nature text constraint breaches_nature_length check (char_length(nature) <= 5000),
  extent text constraint breaches_extent_length check (char_length(extent) <= 5000),
  timing text constraint breaches_timing_length check (char_length(timing) <= 5000),
  location text constraint breaches_location_length check (char_length(location) <= 5000),
  consequences text constraint breaches_consequences_length check (char_length(consequences) <= 5000),
  measures text constraint breaches_measures_length check (char_length(measures) <= 5000),
  contact text constraint breaches_contact_length check (char_length(contact) <= 5000),
  letter text constraint breaches_letter_length check (char_length(letter) <= 5000),
  version integer not null default 0
);
alter table public.breaches enable row level security;

-- Written by npm run migration from supabase/schemas.
CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.breaches FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE OR REPLACE TRIGGER notify_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.breaches FOR EACH STATEMENT EXECUTE FUNCTION private.notify_change();

CREATE OR REPLACE TRIGGER count_version BEFORE INSERT OR UPDATE ON public.breaches FOR EACH ROW EXECUTE FUNCTION private.count_version();

CREATE OR REPLACE TRIGGER "normalize" BEFORE INSERT OR UPDATE ON public.breaches FOR EACH ROW EXECUTE FUNCTION private.normalize_texts();

CREATE OR REPLACE TRIGGER record_history_on_insert AFTER INSERT ON public.breaches REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER record_history_on_update AFTER UPDATE ON public.breaches REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER record_history_on_delete AFTER DELETE ON public.breaches REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

create policy "administrators create" on public.breaches for insert to authenticated with check (( SELECT private.is_admin() AS is_admin));

create policy "administrators change" on public.breaches for update to authenticated using (( SELECT private.is_admin() AS is_admin)) with check (( SELECT private.is_admin() AS is_admin));

create policy "administrators delete" on public.breaches for delete to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "administrators read" on public.breaches for select to authenticated using (( SELECT private.is_admin() AS is_admin));

comment on table public.breaches is 'One row at most: what administrators have written of a personal data breach. Its history has those before.';

comment on column public.breaches.known_since is 'When the 72 hours to report it begin.';

comment on column public.breaches.tables is 'The kinds of data that are affected, as affected_people takes them.';

comment on column public.breaches.letter is 'The text for each person, with the other fields in braces; null for the standard one.';

revoke all on table public.breaches from public, anon, authenticated, service_role;
grant delete, insert, select, update on table public.breaches to authenticated;
grant all on table public.breaches to service_role;
-- Written until here.
