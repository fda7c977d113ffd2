-- Whoever knows by heart whose session lives hears of every change of that; and the server's own way of asking gives no
-- more rights than the asker's.
begin;
select plan(10);

select results_eq(
  $$
    select
      tgrelid::regclass::text collate "default", (tgtype & 1)::integer,
      array(
        select attname::text collate "default" from pg_attribute
        where attrelid = tgrelid and attnum = any (tgattr) order by attname
      ),
      array_remove(array[
        case when tgtype & 4 > 0 then 'insert' end, case when tgtype & 8 > 0 then 'delete' end,
        case when tgtype & 16 > 0 then 'update' end, case when tgtype & 32 > 0 then 'truncate' end
      ], null)
    from pg_trigger where tgname = 'tell_of_account' and tgenabled = 'O' order by tgrelid::regclass::text
  $$,
  $$
    values
      ('auth.sessions', 0, array['id', 'not_after', 'user_id'], array['delete', 'update', 'truncate']),
      ('auth.users', 0, array['banned_until', 'deleted_at', 'id'], array['delete', 'update', 'truncate']),
      ('profiles', 0, array[]::text[], array['insert', 'delete', 'update', 'truncate'])
  $$,
  'sessions, accounts and rights tell of every change that ends what is known'
);

insert into auth.users (id, email) values ('5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10', 'someone@giftwell.test');
insert into public.products (name, is_sample) select 'Gift ' || number, true from generate_series(1, 20) as number;

select is(
  jsonb_array_length(
    private.answer_to('5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10', 'catalogue_page', '{"page_size": "15"}') -> 'products'
  ),
  15, 'an account is answered as a customer'
);
reset role;
select is(
  current_setting('request.jwt.claims')::jsonb,
  '{"sub": "5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10", "role": "authenticated"}', 'and who asks was told to the database'
);
select is(
  jsonb_array_length(private.answer_to(null, 'catalogue_page', '{"page_size": "15"}') -> 'products'),
  12, 'nobody in particular is answered as a visitor'
);
select is(current_user::text, 'anon', 'with the rights of a visitor alone');
select throws_ok(
  $$ insert into public.themes (name) values ('Written') $$, '25006', null, 'and without writing anything'
);
reset role;
select is(
  private.answer_to(
    null, 'catalogue_page',
    '{"industry": "a", "category": "b", "subcategory": "c", "budget": "d", "theme": "e", "doctor_type": "f"}'
  ),
  public.catalogue_page('a', 'b', 'c', 'd', 'e', 'f'), 'with what the public function answers'
);
reset role;
select ok(
  private.answer_to(null, 'catalogue_filters', '{}') ? 'industries', 'the filters are answered too'
);
reset role;
select is(private.answer_to(null, 'count_leads', '{}'), null, 'nothing else is answered');
reset role;
select is_empty(
  $$
    select role from unnest(array['anon', 'authenticated', 'service_role']) as role
    where has_function_privilege(role, 'private.answer_to(uuid, text, jsonb)', 'execute')
  $$,
  'nobody asks in another’s name by the API'
);

select * from finish();
rollback;
