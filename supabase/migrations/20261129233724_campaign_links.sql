-- campaign links
select set_config('lock_timeout', '5s', true);

create table public.campaign_links (
  id uuid primary key default gen_random_uuid(),
  -- As a lead stores it: no address, and on one line.
  name text not null
    constraint campaign_links_name_given check (private.is_trimmed_nonempty(name))
    constraint campaign_links_name_length check (char_length(name) <= 100)
    constraint campaign_links_name_kept check (private.cleaned_origin(name) is not distinct from name),
  word text not null constraint campaign_links_word_form check (word ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(word) between 2 and 40),
  -- A page of this site and of no other: one slash, which no second one and no backslash follows.
  path text not null constraint campaign_links_path_own check (
    path ~ '^/([^/\\#[:cntrl:][:space:]][^\\#[:cntrl:][:space:]]*)?$' and path !~* '^/(admin|go|q|inquiry|calendar|auth|rest|storage)([/?]|$)' and char_length(path) <= 500
  ),
  source text not null constraint campaign_links_source_kept check (lower(private.cleaned_origin(source)) is not distinct from source),
  medium text constraint campaign_links_medium_kept check (lower(private.cleaned_origin(medium)) is not distinct from medium),
  created_at timestamptz not null default now(),
  version integer not null default 0
);
create unique index campaign_links_word_unique on public.campaign_links (word);
select private.enable_row_security('public.campaign_links');

-- Written by npm run migration from supabase/schemas.
-- A server asks by the word as by the token of a private link.
create function private.open_campaign_link(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('path', path, 'source', source, 'medium', medium, 'campaign', name)
  from public.campaign_links as link where word = lower(token)
$$;

select private.expose('open_campaign_link', 'Where the short link of a word leads: {"path", "source", "medium", "campaign"}. Null of an unknown word.');

CREATE OR REPLACE TRIGGER notify_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.campaign_links FOR EACH STATEMENT EXECUTE FUNCTION private.notify_change();

CREATE OR REPLACE TRIGGER count_version BEFORE INSERT OR UPDATE ON public.campaign_links FOR EACH ROW EXECUTE FUNCTION private.count_version();

CREATE OR REPLACE TRIGGER "normalize" BEFORE INSERT OR UPDATE ON public.campaign_links FOR EACH ROW EXECUTE FUNCTION private.normalize_texts();

CREATE OR REPLACE TRIGGER store_deleted_record BEFORE DELETE ON public.campaign_links FOR EACH ROW EXECUTE FUNCTION private.store_deleted_record();

CREATE OR REPLACE TRIGGER record_history_on_insert AFTER INSERT ON public.campaign_links REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER record_history_on_update AFTER UPDATE ON public.campaign_links REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER record_history_on_delete AFTER DELETE ON public.campaign_links REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

create policy "administrators create" on public.campaign_links for insert to authenticated with check (( SELECT private.is_admin() AS is_admin));

create policy "administrators change" on public.campaign_links for update to authenticated using (( SELECT private.is_admin() AS is_admin)) with check (( SELECT private.is_admin() AS is_admin));

create policy "administrators delete" on public.campaign_links for delete to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "staff read" on public.campaign_links for select to authenticated using (( SELECT private.is_staff() AS is_staff));

comment on table public.campaign_links is 'Short addresses, /go/ and the word, that lead to a page of the site with the source, the medium and the name of a campaign.';

revoke all on function public.open_campaign_link(token text) from public, anon, authenticated, service_role;
grant execute on function public.open_campaign_link(token text) to anon, authenticated, service_role;

revoke all on function private.open_campaign_link(token text) from public, anon, authenticated, service_role;
grant execute on function private.open_campaign_link(token text) to anon, authenticated, service_role;

revoke all on table public.campaign_links from public, anon, authenticated, service_role;
grant delete, insert, select, update on table public.campaign_links to authenticated;
grant all on table public.campaign_links to service_role;
-- Written until here.
